/** A piece of SVG, ready to stand in a document. */
export type Svg = string;

type Attributes = Readonly<Record<string, string | number>>;

/** An element. Numbers are rounded to tenths; what stands in attributes is escaped, what stands in `inner` is not. */
export function svg(name: string, attributes: Attributes, ...inner: readonly Svg[]): Svg {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(rounded(value))}"`);
  return `<${name}${written.join('')}>${inner.join('')}</${name}>`;
}

/** Text that shows as it is. */
export function escapeText(text: string): Svg {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A figure as it stands in a path. */
export function rounded(value: string | number): string {
  return typeof value === 'number' ? String(Math.round(value * 10) / 10) : value;
}
