import type { Background } from '../../session/config/background.ts';
import { align } from '../../testing/score/expect/align.ts';
import type { ScoreDraft } from './draft.ts';
import { formatMs, type DraftAction } from './userActions.ts';
import type { DraftFunction } from './functions.ts';
import { formatJson, formatKey, formatLiteral, formatText } from './literal.ts';
import { NO_RESULT, type PlayedDraft } from './play.ts';

/** The wrapper around the score: none, or a test of a test runner. */
export type Runner = 'none' | 'vitest' | 'node';

export interface PrintOptions {
  /** File name of the recording. */
  readonly source: string;
  readonly runner: Runner;
  /** The agent's module, relative to the file, and whether the agent is its default export. */
  readonly agent?: { readonly module: string; readonly isDefault: boolean } | undefined;
}

/** Prints a score as a TypeScript file. */
export function printScore(draft: ScoreDraft, played: PlayedDraft, options: PrintOptions): string {
  const isOwn = options.agent !== undefined;
  const parts = [
    printImports(draft, options),
    isOwn ? '' : printAgent(draft),
    printTest(draft, played, options),
    !isOwn && hasResults(draft) ? (hasReports(draft) ? REPORTED : RECORDED) : '',
  ];
  return `${printHead(draft, options)}\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function printHead({ session, omitted }: ScoreDraft, { source, agent }: PrintOptions): string {
  const lines = [
    `The session ${formatJson(session)} as a score, made from ${formatJson(source)}. Times are those of the recording; edit what should happen.`,
    ...(agent === undefined ? ['The agent repeats the recording: replace it with your own.'] : []),
    ...omitted.map((what) => `Not in the score: ${formatJson(what)}.`),
  ];
  return lines.map((line) => `// ${line}\n`).join('');
}

function printImports(draft: ScoreDraft, { runner, agent }: PrintOptions): string {
  const test = runner === 'none' ? [] : [`import { test } from '${runner === 'vitest' ? 'vitest' : 'node:test'}';`];
  if (agent !== undefined) {
    const name = agent.isDefault ? 'agent' : '{ agent }';
    return [
      "import { score } from 'antiphon/testing';",
      ...test,
      `import ${name} from ${formatText(agent.module)};`,
    ].join('\n');
  }
  const isCalled = hasResults(draft);
  const context = hasReports(draft) ? ['type FunctionContext'] : [];
  const parts = ['defineAgent', ...(isCalled ? ['defineFunction'] : []), ...context, 'STT', 'TTS', 'VAD'];
  return [
    `import { ${parts.join(', ')} } from 'antiphon';`,
    `import { createLlmDouble, score${isCalled ? ', VirtualClock' : ''} } from 'antiphon/testing';`,
    ...test,
    ...(isCalled ? ["import * as z from 'zod';", '', 'const clock = new VirtualClock();'] : []),
    ...(draft.away.length > 0 ? ['', `const away = ${formatLiteral(draft.away)};`] : []),
  ].join('\n');
}

function hasResults({ functions }: ScoreDraft): boolean {
  return functions.length > 0;
}

function hasReports({ functions }: ScoreDraft): boolean {
  return functions.some(({ results }) => results.some(({ reports }) => reports !== undefined));
}

function printAgent(draft: ScoreDraft): string {
  const vad = Object.keys(draft.vad).length === 0 ? '' : formatLiteral(draft.vad, '    ');
  const config = Object.entries(draft.config).map(
    ([name, value]) => `    ${formatKey(name)}: ${formatLiteral(value, '    ')},`,
  );
  return [
    'const agent = defineAgent({',
    '  configure_session: () => ({',
    `    vad: VAD.Silero(${vad}),`,
    `    stt: STT.Deepgram({ api_key: 'unused' }),`,
    `    tts: TTS.Deepgram({ api_key: 'unused' }),`,
    '    session_data: {},',
    ...config,
    '  }),',
    '  // The answers are in `llm`, below.',
    '  llm_response_handler: createLlmDouble([]),',
    ...(draft.away.length > 0 ? ['  on_user_away: () => away.shift(),'] : []),
    ...(draft.functions.length > 0 ? ['  functions: {', ...draft.functions.map(printFunction), '  },'] : []),
    '});',
  ].join('\n');
}

function printFunction(one: DraftFunction): string {
  const { name, description, uninterruptible, interruptible, filler, background, results } = one;
  return [
    `    ${formatKey(name)}: defineFunction({`,
    `      description: ${formatText(description)},`,
    ...(uninterruptible ? ['      uninterruptible: true,'] : []),
    ...(interruptible === true ? ['      interruptible: true,'] : []),
    ...(filler === undefined ? [] : [`      filler: ${formatText(filler)},`]),
    ...(background === undefined ? [] : [`      background: ${formatLiteral(pickGiven(background), '      ')},`]),
    '      parameters: z.looseObject({}),',
    `      execute: recorded(${formatLiteral(results, '      ')}),`,
    '    }),',
  ].join('\n');
}

/** Picks the settings that are not the default. */
function pickGiven({ result, duplicates, cancel }: Background): true | Partial<Background> {
  const given = {
    ...(result !== 'when_idle' && { result }),
    ...(duplicates !== 'refuse' && { duplicates }),
    ...(cancel && { cancel }),
  };
  return Object.keys(given).length === 0 ? true : given;
}

const RECORDED = `/** Gives the recorded results, in order. */
function recorded(results: readonly { afterMs: number; returns?: string; fails?: string }[]) {
  const left = [...results];
  return async (_: unknown, { signal }: { signal: AbortSignal }): Promise<string | undefined> => {
    const { afterMs, returns, fails } = left.shift() ?? { afterMs: 0, fails: ${formatText(NO_RESULT)} };
    await clock.sleep(afterMs, signal);
    if (fails !== undefined) throw new Error(fails);
    return returns;
  };
}`;

/** Like `RECORDED`, for functions in the background that report. */
const REPORTED = `interface Recorded {
  afterMs: number;
  reports?: readonly { afterMs: number; acknowledge?: string; progress?: string; say?: string | boolean }[];
  returns?: string;
  fails?: string;
}

/** Gives the recorded reports and results, in order. */
function recorded(results: readonly Recorded[]) {
  const left = [...results];
  return async (_: unknown, context: FunctionContext<object>): Promise<string | undefined> => {
    const { afterMs, reports = [], returns, fails } = left.shift() ?? { afterMs: 0, fails: ${formatText(NO_RESULT)} };
    let passedMs = 0;
    for (const { afterMs: reportedMs, acknowledge, progress, say } of reports) {
      if (reportedMs > passedMs) await clock.sleep(reportedMs - passedMs, context.signal);
      passedMs = reportedMs;
      if (acknowledge !== undefined) context.acknowledge(acknowledge);
      if (progress !== undefined) context.progress(progress, { say });
    }
    await clock.sleep(afterMs - passedMs, context.signal);
    if (fails !== undefined) throw new Error(fails);
    return returns;
  };
}`;

function printTest(draft: ScoreDraft, played: PlayedDraft, { runner, agent }: PrintOptions): string {
  const body = printScoreCall(draft, played, agent !== undefined);
  if (runner === 'none') return `await ${body};`;
  const indented = body.replaceAll(/\n(?!$)/gu, '\n  ');
  return `test(${formatText(`the conversation of ${draft.session}`)}, async () => {\n  await ${indented};\n});`;
}

function printScoreCall(draft: ScoreDraft, played: PlayedDraft, isOwn: boolean): string {
  const lines = [...draft.actions.map(printAction), ...printHeard(draft, played), ...played.calls.map(printCall)];
  const names = [...new Set(lines.flatMap(({ of }) => of ?? [])), ...(played.failures.length > 0 ? ['errors'] : [])];
  const steps = lines.toSorted((a, b) => a.atMs - b.atMs).map(({ code }) => `    ${code}`);
  const errors = played.failures.map((code) => `    errors.has(${formatText(code)});`);
  const options = {
    ...(isOwn && { config: draft.config }),
    doubles: draft.doubles,
    lasting: formatMs(draft.lastingMs),
    llm: draft.replies,
  };
  const members = Object.entries(options).map(([key, value]) => `    ${key}: ${formatLiteral(value, '    ')},`);
  const written = names.map((name) => (name === 'agent' ? 'agent: expected' : name)).join(', ');
  return [
    'score(',
    '  agent,',
    `  ({ ${written} }) => {`,
    ...steps,
    ...errors,
    '  },',
    '  {',
    ...(!isOwn && hasResults(draft) ? ['    clock,'] : []),
    ...members,
    '  },',
    ')',
  ].join('\n');
}

interface Step {
  readonly atMs: number;
  /** The part of the score that the import uses. */
  readonly of: 'user' | 'client' | 'agent' | null;
  readonly code: string;
}

function printAction({ atMs, method, args }: DraftAction): Step {
  const [of, name] = method.split('.') as ['user' | 'client' | 'agent', string];
  return {
    atMs,
    of,
    code: `${of === 'agent' ? 'expected' : of}.${name}(${[formatMs(atMs), ...args].map((arg) => formatLiteral(arg, '    ')).join(', ')});`,
  };
}

/** Prints what is heard when the score plays, with the recorded text alongside where it differs. */
function printHeard({ recorded }: ScoreDraft, { heard }: PlayedDraft): readonly Step[] {
  const pairs = align(recorded.heard.length, heard.length, (r, h) => recorded.heard[r]?.text === heard[h]?.text);
  const steps: Step[] = [];
  let missing: readonly string[] = [];
  for (const { expected, got } of pairs) {
    const one = got === undefined ? undefined : heard[got];
    const was = expected === undefined ? undefined : recorded.heard[expected]?.text;
    if (one === undefined) missing = [...missing, was ?? ''];
    else {
      const remark =
        was === undefined ? ` // in the recording: ${missing.map(formatText).join(', ') || 'nothing'}` : '';
      steps.push(...(was === undefined ? [] : printMissing(missing, one.atMs)));
      steps.push({ atMs: one.atMs, of: 'agent', code: `expected.heard(${formatText(one.text)});${remark}` });
      missing = [];
    }
  }
  return [...steps, ...printMissing(missing, Number.POSITIVE_INFINITY)];
}

function printMissing(missing: readonly string[], atMs: number): readonly Step[] {
  return missing.map((text) => ({ atMs, of: null, code: `// In the recording: expected.heard(${formatText(text)});` }));
}

function printCall({ atMs, name, args }: PlayedDraft['calls'][number]): Step {
  return { atMs, of: 'agent', code: `expected.calls(${formatText(name)}, ${formatLiteral(args, '    ')});` };
}
