/** Text without code: neither fences nor spans in backticks. */
export function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^ *```[^]*?^ *```$/gmu, '').replaceAll(/`[^`\n]*`/gu, '');
}

/** Returns the anchors of all headings of a page. */
export function anchorsOf(markdown: string): readonly string[] {
  const headings = markdown.replaceAll(/^ *```[^]*?^ *```$/gmu, '').matchAll(/^#+ (.+)$/gmu);
  const anchors: string[] = [];
  for (const [, heading = ''] of headings) {
    const anchor = anchorOf(heading);
    const earlier = anchors.filter((other) => other.replace(/-\d+$/u, '') === anchor).length;
    anchors.push(earlier === 0 ? anchor : `${anchor}-${earlier}`);
  }
  return anchors;
}

/** Converts a heading to its anchor, as GitHub does. */
export function anchorOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** A heading of a page, with the headings below it. */
export interface Heading {
  readonly title: string;
  readonly below?: readonly Heading[];
}

/** Writes a chapter with links to the headings of a page. */
export function contentsOf(headings: readonly Heading[]): string {
  const link = ({ title }: Heading): string => `- [${title}](#${anchorOf(title)})`;
  const lines = headings.flatMap(({ below = [], ...heading }) => [
    link(heading),
    ...below.map((part) => `  ${link(part)}`),
  ]);
  return `## Contents\n\n${lines.join('\n')}`;
}

/** Writes text as a block of code. */
export function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}
