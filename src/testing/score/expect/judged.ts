import { transcriptOf } from '../../evals/transcript.ts';
import type { ConversationLog } from '../conversationLog.ts';
import type { ScoreOptions } from '../options.ts';
import type { Criterion } from '../scoreLines.ts';
import type { Mismatch } from './expectation.ts';

/** Asks the judge about each criterion. Rejects if the judge fails. */
export async function judgeAll(
  criteria: readonly Criterion[],
  { messages }: ConversationLog,
  { judge }: Pick<ScoreOptions, 'judge'>,
): Promise<readonly Mismatch[]> {
  if (judge === undefined) return [];
  const transcript = transcriptOf(messages.map(({ message }) => message));
  const mismatches: Mismatch[] = [];
  for (const { criterion, source } of criteria) {
    const { pass, reason } = await judge(transcript, criterion);
    if (!pass) mismatches.push({ text: `agent.meets(${JSON.stringify(criterion)}): ${reason}`, source });
  }
  return mismatches;
}
