import { render } from 'preact';
import { STYLE } from '../../draw/style.ts';
import { App } from './views/App.tsx';

addDrawingStyle();
const root = document.querySelector('#studio');
if (root !== null) render(<App />, root);

/** Adds the style of pictures in files, whose colours are those of the page. */
function addDrawingStyle(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
}
