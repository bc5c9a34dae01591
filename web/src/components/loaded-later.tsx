import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface Around {
  readonly meanwhile: ReactNode;
  readonly failed: (failure: unknown, retry: () => void) => ReactNode;
}

/**
 * A component whose code is loaded when it is first shown. When that fails, it alone says so, and can try again;
 * `React.lazy` remembers a failure for good and hands it to the whole screen.
 */
export const loadedLater = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { meanwhile, failed }: Around,
) => {
  let loaded: ComponentType<Props> | undefined;
  return (props: Props) => {
    const [Part, setPart] = useState(() => loaded);
    const [failure, setFailure] = useState<{ readonly of: unknown }>();
    const [attempt, setAttempt] = useState(0);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads once.
    useEffect(() => {
      let wanted = true;
      const take = (part: ComponentType<Props>) => {
        loaded = part;
        if (wanted) setPart(() => part);
      };
      if (!loaded) load().then(take, (caught: unknown) => wanted && setFailure({ of: caught }));
      return () => {
        wanted = false;
      };
    }, [attempt]);
    if (Part) return <Part {...props} />;
    const retry = () => {
      setFailure(undefined);
      setAttempt(attempt + 1);
    };
    return failure ? failed(failure.of, retry) : meanwhile;
  };
};
