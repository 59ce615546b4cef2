/** What a promise is rejected with, or undefined: to be looked at later than it is awaited. */
export async function faultOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (fault: unknown) => fault,
  );
}
