/** A piece of SVG markup. */
export type Svg = string;

type Attributes = Readonly<Record<string, string | number>>;

/** Creates an element. Rounds numbers to tenths. Escapes attributes but not `inner`. */
export function svg(name: string, attributes: Attributes, ...inner: readonly Svg[]): Svg {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(formatNumber(value))}"`);
  return `<${name}${written.join('')}>${inner.join('')}</${name}>`;
}

/** Escapes text for SVG. */
export function escapeText(text: string): Svg {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Formats a number for SVG, rounded to tenths. */
export function formatNumber(value: string | number): string {
  return typeof value === 'number' ? String(Math.round(value * 10) / 10) : value;
}
