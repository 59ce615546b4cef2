/** What holds this process open, sorted: sockets, servers, timers. */
export function openResources(): readonly string[] {
  return process.getActiveResourcesInfo().toSorted();
}

/** What holds it open now and did not before. */
export function openedSince(before: readonly string[]): readonly string[] {
  const left = [...before];
  return openResources().filter((name) => {
    const at = left.indexOf(name);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}
