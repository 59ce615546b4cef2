import type { Recording } from './recording.ts';
import {
  noAudioBeginsOverAWaitingTurn,
  noAudioBeginsOverTheUser,
  nothingLeavesAfterTheEnd,
  nothingLeavesForNobody,
} from './rules/audio.ts';
import { noBackchannelAbortsACall } from './rules/aborts.ts';
import {
  backgroundCallsEndInTime,
  backgroundCallsHaveOneFinalResult,
  interruptionsSpareTheBackground,
  noResultIsAnsweredTwice,
  noResultIsLost,
  noResultIsToldOverTheUser,
} from './rules/background.ts';
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
import { theAgentThatWasHandedToAnswers } from './rules/handoffs.ts';
import { nothingBeginsOverTheUser } from './rules/held.ts';
import {
  historyIsAppendOnly,
  messagesArePrefixes,
  messagesAreWhatWasPlayed,
  repeatsWereHeard,
  wholeRepliesAreHeardWhole,
} from './rules/history.ts';
import { answersAreMeasuredOnce, waitsAreTheirParts } from './rules/metrics.ts';
import { clearedWordsAreDropped, theVoiceGetsNoMarks, transcriptionsAreNotAnswered } from './rules/modes.ts';
import { requestsKeepTheRulesOfEachApi } from './rules/requests.ts';
import { agentStatesFollowTheirEdges, statesEndQuiet } from './rules/states.ts';
import { callsAreSettledInTime, cutsAreToldInTime, noSilenceIsUnexplained } from './rules/time.ts';
import {
  answersAreToTheLatest,
  cutsAreQuiet,
  quietIsQuiet,
  turnsAreAnswered,
  turnsEndInOneWay,
} from './rules/turns.ts';
import { answersAskedAheadAreToTheirTurn, functionsRunWhenCalled, noCallIsMadeBeforeItsCommit } from './rules/ahead.ts';
import { wordsAreAnswered } from './rules/answers.ts';
import {
  absentUsersAreAsked,
  absentUsersAreAskedInQuiet,
  absentUsersAreCounted,
  nobodyIsAskedWhoMakesASound,
} from './rules/away.ts';
import {
  fillersBridgeWaits,
  fillersGiveWay,
  slowAnswersHaveFillers,
  wordsOverFillersAreHeard,
} from './rules/fillers.ts';
import { updatesChangeWholeReplies } from './rules/updates.ts';
import { noWordIsLost } from './rules/words.ts';

/** What it has against a conversation; nothing, as a rule. */
export type Rule = (recording: Recording) => readonly string[];

/** What holds in every conversation. */
export const RULES: readonly Rule[] = [
  agentStatesFollowTheirEdges,
  statesEndQuiet,
  bracketsBalance,
  speakingAlternates,
  oneStreamAtATime,
  noAudioBeginsOverTheUser,
  noAudioBeginsOverAWaitingTurn,
  nothingLeavesAfterTheEnd,
  nothingLeavesForNobody,
  nothingBeginsOverTheUser,
  wordsAreAnswered,
  historyIsAppendOnly,
  messagesArePrefixes,
  wholeRepliesAreHeardWhole,
  messagesAreWhatWasPlayed,
  repeatsWereHeard,
  noWordIsLost,
  turnsAreAnswered,
  turnsEndInOneWay,
  answersAskedAheadAreToTheirTurn,
  noCallIsMadeBeforeItsCommit,
  functionsRunWhenCalled,
  fillersBridgeWaits,
  fillersGiveWay,
  slowAnswersHaveFillers,
  wordsOverFillersAreHeard,
  absentUsersAreAskedInQuiet,
  nobodyIsAskedWhoMakesASound,
  absentUsersAreCounted,
  absentUsersAreAsked,
  answersAreToTheLatest,
  cutsAreQuiet,
  callsHaveOneResult,
  backgroundCallsHaveOneFinalResult,
  backgroundCallsEndInTime,
  noResultIsLost,
  noResultIsAnsweredTwice,
  noResultIsToldOverTheUser,
  interruptionsSpareTheBackground,
  requestsKeepTheRulesOfEachApi,
  noBackchannelAbortsACall,
  handlersGetWholeHistories,
  answersAreMeasuredOnce,
  waitsAreTheirParts,
  numbersAreGapless,
  agentEventsAreInOrder,
  messagesComeAfterTheStop,
  onlyTheAllowedInterrupt,
  theEndIsInOrder,
  updatesChangeWholeReplies,
  theAgentThatWasHandedToAnswers,
  clearedWordsAreDropped,
  transcriptionsAreNotAnswered,
  theVoiceGetsNoMarks,
  nothingIsBroken,
  noSilenceIsUnexplained,
  cutsAreToldInTime,
  callsAreSettledInTime,
  quietIsQuiet,
  nothingIsLeft,
];

/** Each fault under the name of the rule that is broken. */
export function faultsOf(recording: Recording, rules: readonly Rule[] = RULES): readonly string[] {
  return rules.flatMap((rule) => rule(recording).map((fault) => `${rule.name}: ${fault}`));
}
