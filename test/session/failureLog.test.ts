import { beforeEach, describe, expect, it, vi } from 'vitest';
import { of, Subject, throwError } from 'rxjs';
import { AntiphonError } from '../../src/core/errors.ts';
import { TTS } from '../../providers/names.ts';
import { createSession } from '../../src/session/opening/createSession.ts';
import type { Session } from '../../src/session/session.ts';
import { createFailureLog, type FailureLog, type FailureLogOptions } from '../../src/session/opening/failureLog.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createTransportDouble } from '../../src/playback/transportDouble.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { shortest } from './config/table.ts';

let printed: string[];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'error').mockImplementation((text: string) => void printed.push(text.split('\n')[0] ?? ''));
});

interface Told extends FailureLog {
  readonly errors: Subject<AntiphonError>;
  readonly ended: Subject<unknown>;
}

function createLogged(options: Partial<FailureLogOptions> = {}): Told {
  const errors = new Subject<AntiphonError>();
  const ended = new Subject<unknown>();
  return { errors, ended, ...createFailureLog({ errors, ended }, { id: 'ses_1', mask: (text) => text, ...options }) };
}

const failure = (message: string): AntiphonError => new AntiphonError('handler_failed', message);

describe('failures without a subscriber', () => {
  it('go to the console, the first of each kind', () => {
    const { errors } = createLogged();
    errors.next(failure('one'));
    errors.next(failure('two'));
    errors.next(new AntiphonError('vad_failed', 'deaf'));
    expect(printed).toEqual(['antiphon ses_1: handler_failed: one', 'antiphon ses_1: vad_failed: deaf']);
  });

  it('do so again in the next session', () => {
    createLogged().errors.next(failure('one'));
    createLogged({ id: 'ses_2' }).errors.next(failure('one'));
    expect(printed).toHaveLength(2);
  });

  it('do not where they are diagnostics', () => {
    createLogged().errors.next(new AntiphonError('noise', 'hm', { failure: false }));
    expect(printed).toEqual([]);
  });

  it('do not where it is turned off', () => {
    createLogged({ logFailures: false }).errors.next(failure('one'));
    expect(printed).toEqual([]);
  });

  it('do not while somebody looks', () => {
    const { errors, watched } = createLogged();
    const seen: string[] = [];
    const watching = watched.subscribe(({ message }) => seen.push(message));
    errors.next(failure('one'));
    watching.unsubscribe();
    errors.next(failure('two'));
    expect(seen).toEqual(['one']);
    expect(printed).toEqual(['antiphon ses_1: handler_failed: two']);
  });

  it('do so whatever the session itself looks at', () => {
    const { errors, all } = createLogged();
    all.subscribe();
    errors.next(failure('one'));
    expect(printed).toHaveLength(1);
  });

  it('do so after the end only where the code of the agent fails', () => {
    const { errors, ended, watched } = createLogged();
    watched.subscribe();
    ended.next('agent_ended');
    errors.next(new AntiphonError('provider_failed', 'late'));
    errors.next(failure('late'));
    expect(printed).toEqual(['antiphon ses_1: handler_failed: late']);
  });
});

describe('a session', () => {
  const config = { ...shortest, tts: TTS.Deepgram({ api_key: 'letters' }) };
  const failing = (logFailures?: boolean, message = 'no model'): Session => {
    const scheduler = new VirtualClock();
    const agent = {
      configure_session: () => config,
      llm_response_handler: () => throwError(() => new Error(message)),
    };
    const ports = { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() };
    const io = { ...createTransportDouble({ scheduler }), textIn: of('hello') };
    return createSession(agent, config, io, { id: 'ses_1', scheduler, ports, logFailures });
  };

  it('logs a failure without a subscriber', () => {
    failing().start();
    expect(printed).toEqual(['antiphon ses_1: handler_failed: no model']);
  });

  it('logs it without the keys of its config', () => {
    failing(undefined, 'not with letters').start();
    expect(printed).toEqual(['antiphon ses_1: handler_failed: not with ***']);
  });

  it('does not where somebody looks, or it is turned off', () => {
    const watched = failing();
    const seen: string[] = [];
    watched.errors$.subscribe(({ message }) => seen.push(message));
    watched.start();
    failing(false).start();
    expect([seen, printed]).toEqual([['no model'], []]);
  });
});
