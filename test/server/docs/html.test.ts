import { expect, test } from 'vitest';
import { html, renderProse } from '../../../src/server/docs/html.ts';

test('text is escaped, in content and in attributes', () => {
  const text = `<i>"Tom" & 'Co'</i>`;
  const escaped = '&#60;i&#62;&#34;Tom&#34; &#38; &#39;Co&#39;&#60;/i&#62;';
  expect(html`<a href="${text}">${text}</a>`.html).toBe(`<a href="${escaped}">${escaped}</a>`);
});

test('HTML is inserted as it is, also in lists', () => {
  expect(html`<ul>${[1, 2].map((item) => html`<li>${item}</li>`)}</ul>`.html).toBe('<ul><li>1</li><li>2</li></ul>');
});

test('what stands between backticks is code', () => {
  expect(renderProse('Sends `a < b` there.').html).toBe('Sends <code>a &#60; b</code> there.');
});
