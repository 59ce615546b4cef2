import type { ContractCase } from '../../src/testing/contracts/contract.ts';

/** The names of the cases that failed, each with its message. */
export async function brokenOf(cases: readonly ContractCase[]): Promise<Readonly<Record<string, string>>> {
  const broken: Record<string, string> = {};
  for (const { name, run } of cases) {
    await run().catch((error: unknown) => {
      broken[name] = error instanceof Error ? error.message : String(error);
    });
  }
  return broken;
}

/** What comes of one case. */
export function runOf(cases: readonly ContractCase[], name: string): Promise<void> {
  const found = cases.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no case «${name}»`);
  return found.run();
}
