// Before anything is drawn: the theme that was chosen here, where it is not the system's.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('tidemark-theme');
  } catch {
    // Storage may be switched off; then the system's theme holds.
  }
  if (chosen === 'dark' || chosen === 'light') {
    document.documentElement.dataset.theme = chosen;
  }
})();
