declare module 'vitest' {
  interface ProvidedContext {
    /** How many seconds to simulate new seeds each day. */
    simulatedSeconds: number;
    /** Depth in steps to which the model check tries every order. */
    modelSteps: number;
  }
}

export {};
