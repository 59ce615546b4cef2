import { RULES } from '../../../core/rules.ts';
import type { Reason } from '../../../core/reason.ts';
import { plain, numbered, seconds, sentence, type Sentence } from '../../../core/sentence.ts';
import { OWED_WORDS_MS } from '../reserved.ts';
import type { FloorDiagnostic } from '../openStep.ts';
import type { Decision } from '../types.ts';
import { because, type StepContext } from './context.ts';

type Report = Extract<Decision, { kind: 'report' }>;

const REPORTS: { readonly [Code in FloorDiagnostic]: (context: StepContext, report: Report) => Reason } = {
  interrupt_refused: () =>
    because(RULES.fromCode, sentence`the application asked for an interruption, which is not allowed`),
  noise: (_, report) => because(RULES.waits, sentence`${segmentOf(report)} has had no word for too long`),
  empty_turn: (_, report) => because(RULES.turn, sentence`${segmentOf(report)} has ended without words`),
  speech_truncated: (_, report) => because(RULES.speech, sentence`${segmentOf(report)} has reached its audio limit`),
  late_transcript: (_, report) =>
    because(RULES.turn, sentence`the words of ${segmentOf(report)} came after its turn was committed`),
  slow_reply: ({ before, now }, { error }) => {
    const since = before.reply?.lastSoundAt ?? now;
    const { phase = 'the reply' } = error.details;
    return because(RULES.failures, sentence`no sound for ${seconds('waitedMs', now - since)}: it waits for ${phase}`);
  },
  empty_reply: ({ before }) =>
    because(
      RULES.failures,
      sentence`${before.reply?.hasText === true ? 'no voice has spoken its text' : 'it has no text'}`,
    ),
  words_missing: (_, { error }) =>
    because(
      RULES.owedWords,
      sentence`the words of ${numbered('turn', error.details.turn ?? 0)} have not come within ${seconds('neededMs', OWED_WORDS_MS)}`,
    ),
};

/** Explains a diagnostic of the floor. */
export function explainReport(context: StepContext, report: Report): Reason {
  const { code } = report.error;
  const explain = code in REPORTS ? REPORTS[code as FloorDiagnostic] : null;
  return explain?.(context, report) ?? because(RULES.diagnostics, sentence`a diagnostic: ${code}`);
}

function segmentOf({ error }: Report): Sentence {
  const { segment } = error.details;
  return segment === undefined ? sentence`the segment` : sentence`segment ${plain('segment', segment)}`;
}
