/** HTML that is inserted unescaped. Strings are escaped. */
export interface Html {
  readonly html: string;
}

type Value = string | number | Html | readonly Html[];

/** Builds HTML: html`<p>${text}</p>`. */
export function html(literals: TemplateStringsArray, ...values: readonly Value[]): Html {
  const parts = literals.flatMap((literal, index) => [literal, render(values[index] ?? '')]);
  return { html: parts.join('') };
}

/** Escapes text for element content and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Escapes text, and renders text between backticks as code. */
export function renderProse(text: string): Html {
  const parts = text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
  return html`${parts}`;
}

function render(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'html' in value ? value.html : value.map((part) => part.html).join('');
}
