/** An instruction of a Dockerfile, with its arguments as they are written. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** One stage: from a `FROM` to the next. */
export interface Stage {
  readonly base: string;
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** Parses a Dockerfile into its stages. `ARG`s in front of the first stage are filled into `FROM`. */
export function parseDockerfile(text: string): readonly Stage[] {
  const instructions = toInstructions(text);
  const first = instructions.findIndex(({ name }) => name === 'FROM');
  const variables = toVariables(instructions.slice(0, first).map(({ text: assignment }) => assignment));
  return instructions.slice(first).reduce<readonly Stage[]>((stages, instruction) => {
    if (instruction.name === 'FROM') return [...stages, toStage(fillIn(instruction.text, variables))];
    const last = stages.at(-1) as Stage;
    return [...stages.slice(0, -1), { ...last, instructions: [...last.instructions, instruction] }];
  }, []);
}

/** Returns the arguments of the last instruction of that name in a stage. */
export function argumentOf({ instructions }: Stage, name: string): string {
  const found = instructions.findLast((instruction) => instruction.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found.text;
}

/** Parses the exec form: `["node", "main.js"]`. */
export function parseExec(text: string): readonly string[] {
  return JSON.parse(text.slice(text.indexOf('['))) as readonly string[];
}

/** Parses `A=1 B=2`. */
export function toVariables(assignments: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    assignments.flatMap((text) => text.split(/\s+/u)).map((one) => one.split('=', 2) as [string, string]),
  );
}

function toInstructions(text: string): readonly Instruction[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#') && line.trim() !== '')
    .join('\n')
    .replaceAll(/\\\n\s*/gu, '')
    .split('\n');
  return lines.map((line) => {
    const { name = '', rest = '' } = /^(?<name>[A-Z]+)\s+(?<rest>.*)$/u.exec(line.trim())?.groups ?? {};
    return { name, text: rest };
  });
}

function toStage(from: string): Stage {
  const [base = '', , name = ''] = from.split(/\s+/u);
  return { base, name, instructions: [] };
}

function fillIn(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)\}/gu, (_, name: string) => variables[name] ?? '');
}
