import type { Call } from '../client/call.ts';
import { createCall } from '../client/createCall.ts';
import { CallError } from '../client/errors.ts';
import { isResumable } from '../client/keptSession.ts';
import { requireElement } from './dom.ts';
import type { Input } from './inputs.ts';
import { selectAction } from './keys.ts';
import { keepInterrupted, takeInterrupted, type Interrupted } from './reload.ts';
import { nextState, initialState } from './state.ts';
import { conversationView } from './views/conversation.ts';
import { journalView } from './views/journal.ts';
import { latencyView } from './views/latency.ts';
import { studioView } from './views/studio.ts';
import { talkView } from './views/talk.ts';
import { timelineView } from './views/timeline.ts';
import { noticeView } from './views/notice.ts';
import { typingView } from './views/typing.ts';

let state = initialState;
let call: Call | undefined;
let starting: Promise<void> = Promise.resolve();
let drawing = false;
let microphone = false;
/** The conversation that the user may continue. */
let offered: Interrupted | undefined;

const showTalk = talkView(document, { talk, mute, interrupt: () => call?.interrupt() });
const showNotice = noticeView(document, { typeInstead, goOn });
const showConversation = conversationView(document);
const showTimeline = timelineView(document);
const showAnswers = latencyView(document);
const showJournal = journalView(document);
const showStudio = studioView(document);

typingView(document, (text) => void say(text));
document.addEventListener('keydown', press);
globalThis.addEventListener('pagehide', leave);
// A page restored from the back/forward cache continues by itself.
globalThis.addEventListener('pageshow', ({ persisted }) => void (persisted && takeInterrupted()));
void offer(takeInterrupted());
draw();

function dispatch(input: Input): void {
  state = nextState(state, input);
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(draw);
}

function draw(): void {
  drawing = false;
  showTalk(state);
  showNotice(state.notice);
  showConversation(state.conversation);
  showTimeline(state.timeline);
  showAnswers(state.latency);
  showJournal(state.journal);
  showStudio(state);
}

/** Leaves the session waiting while the page is left or reloaded. */
function leave(): void {
  const session = call?.kept ?? null;
  if (session !== null) keepInterrupted({ session, microphone });
  else if (isUnderWay()) void call?.end();
}

/** Offers to continue for as long as the server waits, or reports that the conversation has ended. */
async function offer(interrupted: Interrupted | undefined): Promise<void> {
  if (interrupted === undefined) return;
  const { session } = interrupted;
  const isThere = await isResumable(session);
  if (state.phase !== 'idle') return;
  if (!isThere) return dispatch({ kind: 'ended', reason: 'page_left' });
  offered = interrupted;
  dispatch({ kind: 'interrupted' });
  setTimeout(() => withdraw(interrupted), session.keptMs + session.waitMs - Date.now());
}

function withdraw(interrupted: Interrupted): void {
  if (offered !== interrupted || state.phase !== 'idle') return;
  offered = undefined;
  dispatch({ kind: 'ended', reason: 'page_left' });
}

function goOn(): void {
  if (offered !== undefined) void begin(offered);
}

function talk(): void {
  if (state.phase === 'starting') return;
  offered = undefined;
  if (isUnderWay()) void call?.end();
  else void begin({ microphone: true });
}

function isUnderWay(): boolean {
  return state.phase === 'live' || state.phase === 'reconnecting';
}

/** Starts or resumes a call without a microphone, unless a call is live. */
function typeInstead(): void {
  if (!isUnderWay()) void begin({ ...offered, microphone: false });
  requireElement(document, 'words', HTMLInputElement).focus();
}

/** Sends typed text. If no call is live, first starts or resumes one without a microphone. */
async function say(text: string): Promise<void> {
  if (!isUnderWay()) await begin({ ...offered, microphone: false });
  call?.say(text);
}

function begin({ session, ...options }: Partial<Interrupted> & Pick<Interrupted, 'microphone'>): Promise<void> {
  if (state.phase === 'starting') return starting;
  microphone = options.microphone;
  const created = createCall({ microphone, resume: session });
  call = created;
  created.on('state', (phase) => dispatch({ kind: 'phase', phase }));
  created.on('message', (message) => dispatch({ kind: 'message', message, atMs: performance.now() }));
  created.on('level', (level) => dispatch({ kind: 'level', ...level, atMs: performance.now() }));
  created.on('playback', (playback) => dispatch({ kind: 'playback', playback }));
  created.on('audio', (audio) => dispatch({ kind: 'audio', state: audio }));
  created.on('error', (error) => failed(error));
  created.on('ended', ({ reason }) => dispatch({ kind: 'ended', reason }));
  dispatch({ kind: 'muted', muted: false });
  starting = created
    .start()
    .then(() => (offered = undefined), failed)
    .then(() => undefined);
  return starting;
}

function failed(error: unknown): void {
  if (!(error instanceof CallError)) throw error;
  if (offered !== undefined && error.code === 'connection_lost') return failedToGoOn();
  dispatch({ kind: 'failed', code: error.code, words: error.message });
}

function failedToGoOn(): void {
  offered = undefined;
  dispatch({ kind: 'ended', reason: 'page_left' });
}

function mute(): void {
  if (!isUnderWay()) return;
  call?.mute(!state.muted);
  dispatch({ kind: 'muted', muted: !state.muted });
}

function press(event: KeyboardEvent): void {
  const { key, ctrlKey, altKey, metaKey, repeat, target } = event;
  const typing = target instanceof HTMLInputElement;
  const action = selectAction({ key, modified: ctrlKey || altKey || metaKey, repeated: repeat, typing });
  if (action === 'interrupt') call?.interrupt();
  if (action === 'mute') mute();
}
