/** One line of a marble: its name, what flows, and the column of its instant 0. */
interface Line {
  readonly label: string;
  readonly diagram: string;
  readonly column: number;
}

export const FENCE: RegExp = /```(?:text)?\n([^`]*)```/;
const LINE = /^(\w+(?: \w+)?) {2,}(\S+)(?: {3,}.*)?$/;

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
  return alignment(linesOf(marble).map((line) => ({ ...line, column: columnOf(code, line.diagram) })));
}

/** The same of the constants of the code that have the names of those lines: `a says` is `aSays`. */
export function alignmentOfNamed(code: string, marble: string): Readonly<Record<string, number>> {
  const rows = code.split('\n');
  const columnOfNamed = ({ label, diagram }: Line): number => {
    const name = label.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
    return columnOf(rows.filter((row) => row.includes(` ${name} = `)).join('\n'), diagram);
  };
  return alignment(linesOf(marble).map((line) => ({ ...line, column: columnOfNamed(line) })));
}

function alignment(lines: readonly Line[]): Readonly<Record<string, number>> {
  const first = lines[0]?.column ?? Number.NaN;
  return Object.fromEntries(lines.map(({ label, diagram, column }) => [`${label}: ${diagram}`, column - first]));
}

export function linesOf(marble: string): readonly Line[] {
  return marble.split('\n').flatMap((line) => {
    const [, label = '', diagram = ''] = LINE.exec(line) ?? [];
    return diagram === '' ? [] : [{ label, diagram, column: line.indexOf(` ${diagram}`) + 1 }];
  });
}

function columnOf(code: string, diagram: string): number {
  const columns = code.split('\n').map((line) => line.search(new RegExp(`(?<=['\` ])${literal(diagram)}['\`]`)));
  return columns.find((column) => column >= 0) ?? Number.NaN;
}

function literal(text: string): string {
  return text.replaceAll(/[()|.^]/g, String.raw`\$&`);
}
