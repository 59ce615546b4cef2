const trusted = new WeakSet<object>();

/** Marks a port as code of this library, which a session need not contain. Returns it. */
export function trustPort<Port extends object>(port: Port): Port {
  trusted.add(port);
  return port;
}

/** Returns whether a port is code of this library. */
export function isTrustedPort(port: object): boolean {
  return trusted.has(port);
}
