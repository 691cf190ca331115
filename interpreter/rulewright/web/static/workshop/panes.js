// The two halves of the workshop: side by side with a line that can be moved, or one at a time on a small screen.

const STEP = 3;

export function tabs(first, second, rules, table) {
  const buttons = { rules: first, table: second };
  const panes = { rules, table };
  const show = (name) => {
    for (const [key, button] of Object.entries(buttons)) {
      button.setAttribute("aria-selected", String(key === name));
      button.tabIndex = key === name ? 0 : -1;
      panes[key].classList.toggle("away", key !== name);  // only where there is no room for both
    }
  };
  for (const [key, button] of Object.entries(buttons)) {
    button.addEventListener("click", () => show(key));
    button.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const other = key === "rules" ? "table" : "rules";
      show(other);
      buttons[other].focus();
    });
  }
  show("rules");
  return { show };
}

export function divide(line, page, moved) {
  const set = (percent) => {
    const kept = Math.round(Math.max(25, Math.min(75, percent)));
    page.style.setProperty("--left", `${kept}%`);
    line.setAttribute("aria-valuenow", String(kept));
    moved();
  };
  line.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (!by) return;
    event.preventDefault();
    set(Number(line.getAttribute("aria-valuenow")) + by);
  });
  line.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    line.setPointerCapture(event.pointerId);
    const move = (now) => set((now.clientX / window.innerWidth) * 100);
    line.addEventListener("pointermove", move);
    line.addEventListener("pointerup", () => line.removeEventListener("pointermove", move), { once: true });
  });
}
