/** The tabs of a call. */
export const TABS = [
  'transcript',
  'waits',
  'steps',
  'what-if',
  'functions',
  'model',
  'usage',
  'failures',
  'config',
] as const;

export type Tab = (typeof TABS)[number];

export interface CallsRoute {
  readonly view: 'calls';
  readonly query: string;
}

export interface CallRoute {
  readonly view: 'call';
  readonly id: string;
  readonly tab: Tab;
  readonly atMs: number;
  /** The visible stretch. Null: the whole call. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** A place in Studio, as written in the fragment of the address. */
export type Route = CallsRoute | CallRoute;

/** Parses the fragment of an address. What is not understood is the list of calls. */
export function parseRoute(fragment: string): Route {
  const [path, search] = splitOnce(fragment.replace(/^#/u, ''), '?');
  const parameters = new URLSearchParams(search);
  const id = path.startsWith('/call/') ? decode(path.slice('/call/'.length)) : '';
  if (id === '') return { view: 'calls', query: parameters.get('query') ?? '' };
  const tab = TABS.find((one) => one === parameters.get('tab')) ?? 'transcript';
  const [from, to] = [secondsOf(parameters, 'from'), secondsOf(parameters, 'to')];
  const isStretch = from !== null && to !== null && to > from;
  return {
    view: 'call',
    id,
    tab,
    atMs: secondsOf(parameters, 'at') ?? 0,
    fromMs: isStretch ? from : null,
    toMs: isStretch ? to : null,
  };
}

/** Writes a route as the fragment of an address. */
export function formatRoute(route: Route): string {
  if (route.view === 'calls')
    return route.query === '' ? '#/' : `#/?${new URLSearchParams({ query: route.query }).toString()}`;
  const { id, tab, atMs, fromMs, toMs } = route;
  const parameters = [
    ...(tab === 'transcript' ? [] : [`tab=${tab}`]),
    `at=${writeSeconds(atMs)}`,
    ...(fromMs === null || toMs === null ? [] : [`from=${writeSeconds(fromMs)}`, `to=${writeSeconds(toMs)}`]),
  ];
  const path = id.split('/').map(encodeURIComponent).join('/');
  return `#/call/${path}?${parameters.join('&')}`;
}

function secondsOf(parameters: URLSearchParams, name: string): number | null {
  const written = parameters.get(name);
  const seconds = written === null || written.trim() === '' ? NaN : Number(written);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}

function writeSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function decode(path: string): string {
  try {
    return path.split('/').map(decodeURIComponent).join('/');
  } catch {
    return '';
  }
}

function splitOnce(text: string, sign: string): readonly [string, string] {
  const at = text.indexOf(sign);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
