import { groupBy } from '../../core/groupBy.ts';
import type { FunctionSpan, Reply, Synthesis } from '../../draw/model.ts';
import { ofKind } from '../lines.ts';
import { outgoing, type Trace } from './lines.ts';
import { audioOf, textsOf } from './speech.ts';

/**
 * Returns the language model's replies, with each piece of text as it arrived. Excludes speech that the agent's code
 * requests.
 */
export function repliesOf(trace: Trace): readonly Reply[] {
  const events = outgoing(trace, 'reply');
  const byTurn = groupBy(events, ({ v }) => v.turn);
  const calls = outgoing(trace, 'opened').filter(({ v }) => v.startsWith('llm.'));
  return ofKind(events, 'started').flatMap(({ t: fromMs, v: { turn } }) => {
    const own = byTurn.get(turn) ?? [];
    const chunks = ofKind(own, 'text').map(({ t, v }) => ({ atMs: t, text: v.delta }));
    const [ended] = ofKind(own, 'ended');
    const [toMs, reason] = [ended?.t ?? null, ended?.v.reason ?? null];
    if (!calls.some(({ t }) => t >= fromMs && t <= (toMs ?? Infinity))) return [];
    return [{ turn, fromMs, toMs, textAtMs: chunks[0]?.atMs ?? null, chunks, reason }];
  });
}

/** Returns the function spans, from each call to its final result. */
export function callsOf(trace: Trace): readonly FunctionSpan[] {
  const results = outgoing(trace, 'functionResults');
  return outgoing(trace, 'functionCalls').flatMap(({ t: fromMs, v: { turn, round, calls } }) => {
    const ofRound = results.filter(({ t, v }) => t >= fromMs && v.turn === turn && v.round === round);
    const settled = ofRound.find(({ v }) => v.background === undefined);
    return calls.map(({ id, function: { name } }): FunctionSpan => {
      const running = settled?.v.acknowledged?.find(({ tool_call_id }) => tool_call_id === id);
      if (settled === undefined || running === undefined) return { id, name, fromMs, toMs: settled?.t ?? null };
      const news = ofRound.filter(({ v }) => v.background !== undefined && v.results[0]?.tool_call_id === id);
      const progress = news.flatMap(({ t, v }) =>
        v.background?.kind === 'progress' ? [{ atMs: t, text: v.results[0]?.content ?? '' }] : [],
      );
      const toMs = news.find(({ v }) => v.background?.kind === 'final')?.t ?? null;
      return { id, name, fromMs, toMs, background: { sinceMs: settled.t, policy: running.policy, progress } };
    });
  });
}

/** Returns the TTS synthesis of each utterance. */
export function synthesesOf(trace: Trace): readonly Synthesis[] {
  return ofKind(outgoing(trace, 'speech'), 'started').map(({ t, v: { utterance } }) => {
    const { texts, text, repeatedChars, endedMs } = textsOf(trace, utterance);
    const audioAtMs = audioOf(trace, utterance)[0]?.atMs ?? null;
    return { utterance, fromMs: texts[0]?.atMs ?? t, toMs: endedMs, audioAtMs, text, repeatedChars };
  });
}
