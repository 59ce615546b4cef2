/** WCAG 2.2: how much two colours, `#rrggbb`, differ in luminance, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** What is seen of a colour of this opacity on a ground. */
export function blended(colour: string, ground: string, opacity: number): string {
  const under = channels(ground);
  const mixed = channels(colour).map((value, index) => value * opacity + (under[index] ?? 0) * (1 - opacity));
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Relative: black 0, white 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => linear(value / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function channels(colour: string): readonly number[] {
  if (!/^#[\da-f]{6}$/i.test(colour)) throw new Error(`Expected a colour as #rrggbb, got ${colour}.`);
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
