/** A step of the build. */
export interface Step {
  readonly name: string;
  /** Arguments of Node, such as a script, one command after the other. */
  readonly commands: readonly (readonly string[])[];
  /** The files and folders that it reads. */
  readonly inputs: readonly string[];
}

/** Runs the steps whose inputs have changed; resolves to whether all of them succeeded. */
export function buildSteps(steps: readonly Step[], root?: string): Promise<boolean>;
