/** Shows every error on the page: of scripts, of unhandled promises, and of files that do not load. */

const HINT = "Reload the page to continue; your game is saved.";

function report(message) {
  const problem = document.getElementById("problem");
  if (problem === null) {
    addEventListener("DOMContentLoaded", () => report(message)); // the page is not parsed completely
    return;
  }
  problem.querySelector("p").textContent = `The page has failed: ${message}. ${HINT}`;
  problem.hidden = false;
}

addEventListener("error", ({message, target}) => {
  const file = target?.src ?? target?.href; // file that failed to load; such an event has no message
  report(file ? `${file} cannot be loaded` : message);
}, true);
addEventListener("unhandledrejection", ({reason}) => report(reason?.message ?? String(reason)));
addEventListener("click", ({target}) => {
  if (target.id === "reload") location.reload();
  if (target.id === "dismiss") document.getElementById("problem").hidden = true;
});
