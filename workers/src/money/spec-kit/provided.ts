declare module 'vitest' {
  interface ProvidedContext {
    /** How long other seeds are simulated each day. */
    simulatedSeconds: number;
    /** How many steps deep the model check tries every order. */
    modelSteps: number;
  }
}

export {};
