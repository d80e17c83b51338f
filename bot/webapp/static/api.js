// The server, asked with who opened the page and at which table.

import {signed, start} from "./telegram.js";

// A refusal of the server's, or no answer at all (status 0).
export class Failed extends Error {
  constructor(status, data) {
    super(data?.message ?? "");
    this.status = status;
    this.data = data ?? {};
  }
}

// The answer's data; null if nothing has changed. Failed for everything else, but a refused entry is an answer.
export async function call(name, asked = {}) {
  let answer, data = null;
  try {
    answer = await fetch(`api/${name}`, {
      method: "POST",
      headers: {"Authorization": `tma ${signed}`, "Content-Type": "application/json"},
      body: JSON.stringify({start, ...asked}),
      cache: "no-store",
    });
    if (answer.status !== 204) data = await answer.json();
  } catch {
    throw new Failed(0);
  }
  if (answer.ok || answer.status === 422) return data;
  throw new Failed(answer.status, data);
}

// A name for a submission, so that sending it twice records it once.
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
