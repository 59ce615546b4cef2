/** One line of a marble: what flows, and the column of its instant 0. */
interface Line {
  readonly diagram: string;
  readonly column: number;
}

export const FENCE: RegExp = /```(?:text)?\n([^`]*)```/;
const LINE = /^\w+(?: \w+)? {2,}(\S+)(?: {3,}.*)?$/;

/** Returns the first diagram of a text. */
export function fenceOf(text: string): string {
  return FENCE.exec(text)?.[1] ?? '';
}

/** Returns the diagrams of a text: fences with two lines of marbles at least. */
export function diagramsOf(text: string): readonly string[] {
  const fences = [...text.matchAll(new RegExp(FENCE, 'g'))].map(([, fence = '']) => fence);
  return fences.filter((fence) => linesOf(fence).length > 1);
}

/** How far each line of the marble begins to the right of its first. */
export function alignmentOf(marble: string): Readonly<Record<string, number>> {
  return alignment(linesOf(marble));
}

/** The same of the strings of the code that hold those lines; `NaN` where none does. */
export function alignmentIn(code: string, marble: string): Readonly<Record<string, number>> {
  return alignment(linesOf(marble).map(({ diagram }) => ({ diagram, column: columnOf(code, diagram) })));
}

function alignment(lines: readonly Line[]): Readonly<Record<string, number>> {
  const first = lines[0]?.column ?? Number.NaN;
  return Object.fromEntries(lines.map(({ diagram, column }) => [diagram, column - first]));
}

export function linesOf(marble: string): readonly Line[] {
  return marble.split('\n').flatMap((line) => {
    const diagram = LINE.exec(line)?.[1];
    return diagram === undefined ? [] : [{ diagram, column: line.indexOf(` ${diagram}`) + 1 }];
  });
}

function columnOf(code: string, diagram: string): number {
  const columns = code.split('\n').map((line) => line.search(new RegExp(`(?<=['\` ])${literal(diagram)}['\`]`)));
  return columns.find((column) => column >= 0) ?? Number.NaN;
}

function literal(text: string): string {
  return text.replaceAll(/[()|.^]/g, String.raw`\$&`);
}
