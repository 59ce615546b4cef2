/** A rule of a style sheet: what it is for, and what it declares. */
export interface StyleRule {
  readonly selector: string;
  readonly declared: ReadonlyMap<string, string>;
}

/** The rules in their order; those within `@media` stand among the others. */
export function rulesOf(css: string): readonly StyleRule[] {
  const found = css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{([^{}]*)\}/g);
  return [...found].map(([, selector = '', body = '']) => ({
    selector: selector.trim(),
    declared: declarations(body),
  }));
}

/** The custom property that is the whole of a value, without its dashes. */
export function tokenOf(value: string | undefined): string | undefined {
  return value?.match(/^var\(--([\w-]+)\)$/)?.[1];
}

function declarations(body: string): ReadonlyMap<string, string> {
  const pairs = body.split(';').filter((line) => line.includes(':'));
  return new Map(
    pairs.map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}
