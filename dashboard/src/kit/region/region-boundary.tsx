/**
 * Keeps a fault inside the region whose data caused it: what cannot be drawn is told in its place,
 * the rest of the page stays. The region asks again every few seconds, and draws when other data
 * came.
 */
import { Component, type ReactNode, useEffect, useRef } from 'react';
import { malformed } from '../../api/failure.ts';
import { RECOVER_EVERY_MS } from '../../api/recovery.ts';
import { Failure } from './failure.tsx';

export interface RegionBoundaryProps {
  /** Changes when other data came. */
  readonly version: number;
  readonly children: ReactNode;
  onRetry(): void;
}

interface Drawn {
  readonly failed: boolean;
  readonly version: number;
}

export class RegionBoundary extends Component<RegionBoundaryProps, Drawn> {
  override state: Drawn = { failed: false, version: this.props.version };

  static getDerivedStateFromError(): Partial<Drawn> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ version }: RegionBoundaryProps, drawn: Drawn): Drawn | null {
    return version === drawn.version ? null : { failed: false, version };
  }

  override render(): ReactNode {
    const { children, onRetry } = this.props;
    return this.state.failed ? <Undrawable onRetry={onRetry} /> : children;
  }
}

function Undrawable({ onRetry }: { onRetry(): void }) {
  const latest = useRef(onRetry);
  useEffect(() => {
    latest.current = onRetry;
  });
  useEffect(() => {
    const timer = setInterval(() => latest.current(), RECOVER_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return <Failure error={malformed(200)} onRetry={onRetry} />;
}
