/** Shows every error of the page on the page: of scripts, of promises nobody waits for, and of files that do not load. */

const HINT = "Reload the page to go on; a game that has begun is still there.";

function report(message) {
  const problem = document.getElementById("problem");
  if (problem === null) {
    addEventListener("DOMContentLoaded", () => report(message)); // the page is not read to its end
    return;
  }
  problem.querySelector("p").textContent = `The page has failed: ${message}. ${HINT}`;
  problem.hidden = false;
}

addEventListener("error", ({message, target}) => {
  const file = target?.src ?? target?.href; // of what could not be loaded; such an event has no message
  report(file ? `${file} cannot be loaded` : message);
}, true);
addEventListener("unhandledrejection", ({reason}) => report(reason?.message ?? String(reason)));
addEventListener("click", ({target}) => {
  if (target.id === "reload") location.reload();
  if (target.id === "dismiss") document.getElementById("problem").hidden = true;
});
