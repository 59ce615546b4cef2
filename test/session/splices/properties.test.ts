import fc from 'fast-check';
import { concatMap, delay, of, type Observable } from 'rxjs';
import { describe, it } from 'vitest';
import type { EdgeName } from '../../../src/session/edges.ts';
import type { PartSession } from '../../../src/session/partSession.ts';
import { scenario } from '../../properties/arbitrary.ts';
import { checkScenario } from '../../properties/checkScenario.ts';
import { RULES } from '../../properties/rules.ts';
import { runs } from '../../properties/runs.ts';

const cases = runs(15);

const EDGES_TO_SPLICE = [
  'reply',
  'speech',
  'playout',
  'functionCalls',
  'functionResults',
  'userTurn',
  'transcript',
  'textIn',
] as const;

const later =
  (ms: number) =>
  <T>(source: Observable<T>, { scheduler }: PartSession): Observable<T> =>
    source.pipe(concatMap((value) => of(value).pipe(delay(ms, scheduler))));

/** At these edges the words wait for the splice; a longer delay would outlast the deadline of a session that ends now. */
const MAX_MS: Partial<Record<EdgeName, number>> = { userTurn: 50, textIn: 50, transcript: 50 };

/** The rules that do not hold if a splice emits later. */
const CHANGED: Partial<Record<EdgeName, readonly string[]>> = {
  // The splice delays the text, so a filler is due.
  reply: ['fillersBridgeWaits', 'slowAnswersHaveFillers'],
  // Calls are announced on arrival, even while the user speaks.
  functionCalls: ['nothingBeginsOverTheUser'],
  functionResults: ['callsAreSettledInTime'],
  // A late turn is answered together with the next one.
  userTurn: ['turnsAreAnswered', 'answersAreToTheLatest'],
};

describe('whatever happens in a conversation with splices that emit later', () => {
  it.each(EDGES_TO_SPLICE)(
    'at "%s", the rules of turn-taking hold',
    async (edge) => {
      await fc.assert(
        fc.asyncProperty(scenario, fc.integer({ min: 1, max: MAX_MS[edge] ?? 400 }), (played, ms) =>
          checkScenario(
            played,
            RULES.filter(({ name }) => CHANGED[edge]?.includes(name) !== true),
            { splice: { [edge]: later(ms) } },
          ),
        ),
        cases,
      );
    },
    Math.max(300_000, cases.numRuns * 10_000),
  );
});
