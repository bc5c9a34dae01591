interface Held {
  readonly percent_allocation: number;
}

/** Allocated and left, in percent; reckoned in hundredths, so that the two always make 100.00. */
export const sharesOf = (
  allocations: readonly Held[],
): { readonly allocated: number; readonly left: number } => {
  const hundredths = allocations.reduce(
    (sum, { percent_allocation }) => sum + Math.round(percent_allocation * 100),
    0,
  );
  return { allocated: hundredths / 100, left: (10_000 - hundredths) / 100 };
};
