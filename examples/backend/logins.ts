import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Who is logged in. Put your own login in its place. */
export interface Logins {
  /** Returns a cookie for a user with the right password. */
  logIn(user: string, password: string): string | undefined;
  /** Returns the user that a Cookie header belongs to. */
  findUser(cookies: string | undefined): string | undefined;
}

export interface LoginsOptions {
  readonly user: string;
  readonly password: string;
  /** The current time in ms. */
  readonly now?: () => number;
}

const COOKIE = 'login';
const LIFETIME_S = 3600;
const MAX_LOGINS = 1000;

/** Creates the logins of one user, in memory: the latest 1000, each for an hour. */
export function createLogins({ user: known, password: right, now = Date.now }: LoginsOptions): Logins {
  const logins = new Map<string, { readonly user: string; readonly until: number }>();
  return {
    logIn: (user, password) => {
      if (!isEqual(user, known) || !isEqual(password, right)) return undefined;
      const id = randomBytes(32).toString('base64url');
      logins.set(id, { user, until: now() + LIFETIME_S * 1000 });
      for (const oldest of logins.keys()) if (logins.size > MAX_LOGINS) logins.delete(oldest);
      return `${COOKIE}=${id}; Max-Age=${LIFETIME_S}; Path=/; HttpOnly; SameSite=Strict`;
    },
    findUser: (cookies = '') => {
      const id = /(?:^|;\s*)login=(?<id>[\w-]+)/u.exec(cookies)?.groups?.['id'] ?? '';
      const login = logins.get(id);
      if (login !== undefined && login.until > now()) return login.user;
      logins.delete(id);
      return undefined;
    },
  };
}

/** Compares in constant time. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
