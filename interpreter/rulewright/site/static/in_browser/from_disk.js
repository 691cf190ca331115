// A page that lies on a disk may not load the workshop; it says so, and how it is had.

if (location.protocol === "file:") {
  const told = document.querySelector("p.starting");
  told.classList.add("never");
  told.textContent = "The workshop needs a web host, where the games themselves do not. In the folder above this one run "
    + "\u201cpython -m http.server\u201d, then open http://localhost:8000/workshop/ in the browser.";
}
