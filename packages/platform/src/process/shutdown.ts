interface Closing {
  readonly name: string;
  readonly close: () => Promise<void> | void;
}

const closings: Closing[] = [];

/** Registers what to close when the process ends; the last one opened is closed first. */
export const onShutdown = (name: string, close: () => Promise<void> | void): void => {
  closings.push({ name, close });
};

/** Closes everything registered, newest first. One failure does not keep the others open. */
export const closeEverything = async (report: (name: string, fault: unknown) => void): Promise<void> => {
  for (const { name, close } of closings.splice(0).reverse()) {
    try {
      await close();
    } catch (fault) {
      report(name, fault);
    }
  }
};
