/** The inline style of the page. The content security policy allows only its hash. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #f7f4ed; --sheet: #fffdf8; --ink: #1b2430; --quiet: #5a6270; --rule: #ddd6c7;
  --get: #0f6a80; --post: #3d6b35; --delete: #b3261e; --focus: #0b57d0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161c; --sheet: #191f27; --ink: #ece7dc; --quiet: #a4abb6; --rule: #2f3742;
    --get: #79c7dc; --post: #95c98a; --delete: #ff8a80; --focus: #8ab4f8;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1rem clamp(1rem, 3vw, 2.5rem) 3rem; max-width: 76rem;
  background: var(--paper); color: var(--ink);
  font: 1rem / 1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
h1, h2, h3, h4 { margin: 1.5rem 0 0.5rem; line-height: 1.25; }
h1, h2 { font-family: Georgia, serif; }
h4 { font-size: 0.9rem; color: var(--quiet); }
h3 { font-size: 1rem; }
p, dl, ul { margin: 0.5rem 0; }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
small { color: var(--quiet); }
a { color: var(--get); }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
nav ul { padding: 0; list-style: none; }
nav h2 { font-size: 1rem; }
nav a { overflow-wrap: anywhere; }
section { margin: 1rem 0; padding: 0.25rem 1rem 1rem; background: var(--sheet); border: 1px solid var(--rule); border-radius: 6px; }
section:target { border-color: var(--focus); }
.method { padding: 0.1rem 0.4rem; border: 1px solid; border-radius: 4px; font-size: 0.8rem; }
.get { color: var(--get); } .post { color: var(--post); } .delete { color: var(--delete); }
.path { font-size: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; }
th, td { padding: 0.3rem 0.6rem 0.3rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; font-weight: 400; }
tbody th code { white-space: nowrap; }
thead th { color: var(--quiet); }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 0 2.5rem; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; font-size: 0.9rem; }
}
`;
