import fc from 'fast-check';
import { describe, it } from 'vitest';
import { scenario } from './arbitrary.ts';
import { perform } from './perform.ts';
import { picture } from './picture.ts';
import type { Recording } from './recording.ts';
import { bracketsBalance, nothingIsLeft, oneStreamAtATime, speakingAlternates } from './rules/brackets.ts';
import { callsHaveOneResult, handlersGetWholeHistories } from './rules/calls.ts';
import {
  agentEventsAreInOrder,
  messagesComeAfterTheStop,
  nothingIsBroken,
  numbersAreGapless,
  onlyTheAllowedInterrupt,
  theEndIsInOrder,
} from './rules/events.ts';
import {
  noAudioBeginsOverAWaitingTurn,
  noAudioBeginsOverTheUser,
  nothingLeavesAfterTheEnd,
  nothingLeavesForNobody,
} from './rules/audio.ts';
import { nothingBeginsOverTheUser, whatIsSaidInSilenceIsATurn } from './rules/held.ts';
import {
  historyIsAppendOnly,
  messagesArePrefixes,
  messagesAreWhatWasPlayed,
  wholeRepliesAreHeardWhole,
} from './rules/history.ts';
import { noSilenceIsUnexplained } from './rules/time.ts';
import { answersAreToTheLatest, cutsAreQuiet, quietIsQuiet, turnsAreAnswered } from './rules/turns.ts';
import { noWordIsLost } from './rules/words.ts';

const RULES: readonly ((recording: Recording) => readonly string[])[] = [
  bracketsBalance,
  speakingAlternates,
  oneStreamAtATime,
  noAudioBeginsOverTheUser,
  noAudioBeginsOverAWaitingTurn,
  nothingLeavesAfterTheEnd,
  nothingLeavesForNobody,
  nothingBeginsOverTheUser,
  whatIsSaidInSilenceIsATurn,
  historyIsAppendOnly,
  messagesArePrefixes,
  wholeRepliesAreHeardWhole,
  messagesAreWhatWasPlayed,
  noWordIsLost,
  turnsAreAnswered,
  answersAreToTheLatest,
  cutsAreQuiet,
  callsHaveOneResult,
  handlersGetWholeHistories,
  numbersAreGapless,
  agentEventsAreInOrder,
  messagesComeAfterTheStop,
  onlyTheAllowedInterrupt,
  theEndIsInOrder,
  nothingIsBroken,
  noSilenceIsUnexplained,
  quietIsQuiet,
  nothingIsLeft,
];

const runs = Number(process.env['FC_RUNS'] ?? 300);
const seed = process.env['FC_SEED'];
const only = process.env['FC_RULE'];

describe('whatever happens in a conversation', () => {
  it(
    'the law of turn-taking holds',
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, async (played) => {
          const recording = await perform(played);
          const faults = RULES.filter(({ name }) => only === undefined || name === only).flatMap((rule) =>
            rule(recording).map((fault) => `${rule.name}: ${fault}`),
          );
          if (faults.length > 0) throw new Error([...faults, '', picture(recording)].join('\n'));
        }),
        { numRuns: runs, ...(seed === undefined ? {} : { seed: Number(seed) }) },
      );
    },
    Math.max(60_000, runs * 1000),
  );
});
