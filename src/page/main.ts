import type { Call } from '../client/call.ts';
import { createCall } from '../client/createCall.ts';
import { CallError } from '../client/errors.ts';
import { requireElement } from './dom.ts';
import type { Input } from './inputs.ts';
import { selectAction } from './keys.ts';
import { nextState, initialState } from './state.ts';
import { conversationView } from './views/conversation.ts';
import { journalView } from './views/journal.ts';
import { latencyView } from './views/latency.ts';
import { talkView } from './views/talk.ts';
import { timelineView } from './views/timeline.ts';
import { noticeView } from './views/notice.ts';
import { typingView } from './views/typing.ts';

/** Set during a reload in the middle of a call. */
const LEFT = 'antiphon.left';

let state = initialState;
let call: Call | undefined;
let starting: Promise<void> = Promise.resolve();
let drawing = false;

const showTalk = talkView(document, { talk, mute, interrupt: () => call?.interrupt() });
const showNotice = noticeView(document, typeInstead);
const showConversation = conversationView(document);
const showTimeline = timelineView(document);
const showAnswers = latencyView(document);
const showJournal = journalView(document);

typingView(document, (text) => void say(text));
document.addEventListener('keydown', press);
globalThis.addEventListener('pagehide', leave);
if (takeLeft()) dispatch({ kind: 'ended', reason: 'page_left' });
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
}

/** Leaving or reloading the page ends its call. */
function leave(): void {
  if (!isUnderWay()) return;
  sessionStorage.setItem(LEFT, 'true');
  void call?.end();
}

function takeLeft(): boolean {
  const left = sessionStorage.getItem(LEFT) !== null;
  sessionStorage.removeItem(LEFT);
  return left;
}

function talk(): void {
  if (state.phase === 'starting') return;
  if (isUnderWay()) void call?.end();
  else void begin({ microphone: true });
}

function isUnderWay(): boolean {
  return state.phase === 'live' || state.phase === 'reconnecting';
}

/** Starts a call without a microphone, unless a call is live. */
function typeInstead(): void {
  if (!isUnderWay()) void begin({ microphone: false });
  requireElement(document, 'words', HTMLInputElement).focus();
}

/** Sends typed text; first starts a call without a microphone if none is live. */
async function say(text: string): Promise<void> {
  if (!isUnderWay()) await begin({ microphone: false });
  call?.say(text);
}

function begin(options: { readonly microphone: boolean }): Promise<void> {
  if (state.phase === 'starting') return starting;
  const created = createCall(options);
  call = created;
  created.on('state', (phase) => dispatch({ kind: 'phase', phase }));
  created.on('message', (message) => dispatch({ kind: 'message', message, atMs: performance.now() }));
  created.on('level', (level) => dispatch({ kind: 'level', ...level, atMs: performance.now() }));
  created.on('playback', (playback) => dispatch({ kind: 'playback', playback }));
  created.on('audio', (audio) => dispatch({ kind: 'audio', state: audio }));
  created.on('error', (error) => failed(error));
  created.on('ended', ({ reason }) => dispatch({ kind: 'ended', reason }));
  dispatch({ kind: 'muted', muted: false });
  starting = created.start().catch(failed);
  return starting;
}

function failed(error: unknown): void {
  if (!(error instanceof CallError)) throw error;
  dispatch({ kind: 'failed', code: error.code, words: error.message });
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
