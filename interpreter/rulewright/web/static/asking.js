// Asks the server: gives the status of its answer, and the answer. (A static site has another module in place of this one.)

const SILENT = { error: "The server does not answer. Is it still running?" };

export async function ask(address, data) {
  try {
    const response = await fetch(address, data === undefined ? {} : {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data),
    });
    return { status: response.status, data: await response.json().catch(() => ({})) };
  } catch {
    return { status: 0, data: SILENT };
  }
}
