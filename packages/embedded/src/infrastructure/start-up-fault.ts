/** A fault that trying again cannot mend: its message is one line for the person who starts the house. */
export class StartUpFault extends Error {
  override readonly name = 'StartUpFault';
}

/** The exit code that tells a supervisor not to restart a process (EX_CONFIG of sysexits.h). */
export const startUpFaultExitCode = 78;
