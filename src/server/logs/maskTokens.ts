import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { AntiphonError } from '../../core/errors.ts';
import { maskLogged } from './maskLogged.ts';

type Create = FastifyBaseLogger['child'];

const METHODS: ReadonlySet<string | symbol> = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);

/** Loggers whose children are masked. */
const parents = new WeakSet<object>();
/** The proxies that stand for loggers. */
const masks = new WeakSet<object>();

/**
 * Keeps tokens out of the requests that an app logs, with any logger: otherwise, a token in an unknown URL would be
 * logged with the URL. Fastify creates a child logger for each request.
 *
 * @throws AntiphonError `usage_invalid` for a logger that cannot be changed
 */
export function maskTokens({ log }: FastifyInstance): void {
  if (parents.has(log)) return;
  // Not a `childLoggerFactory`: requests for unknown URLs use the factory with which the app was created.
  const isReplaced = Reflect.defineProperty(log, 'child', {
    value: createMasked(log, log.child),
    configurable: true,
    writable: true,
  });
  if (!isReplaced)
    throw new AntiphonError(
      'usage_invalid',
      'loggerInstance: expected a logger whose children can be masked, got a frozen one',
    );
  parents.add(log);
}

function createMasked(logger: FastifyBaseLogger, create: Create): Create {
  return (bindings, ...rest) => mask(Reflect.apply(create, logger, [maskLogged(bindings), ...rest]));
}

/** Returns a proxy of a logger that masks its arguments. */
function mask(logger: FastifyBaseLogger): FastifyBaseLogger {
  if (masks.has(logger)) return logger;
  const masked = new Proxy(logger, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name === 'child') return createMasked(target, member as Create);
      const adjust = METHODS.has(name) ? maskLogged : <Value>(value: Value): Value => value;
      // Called on the logger itself, which may have private fields.
      return (...args: readonly unknown[]): unknown => Reflect.apply(member, target, args.map(adjust));
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
  masks.add(masked);
  return masked;
}
