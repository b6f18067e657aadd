/**
 * Composes what a platform needs to give each of its customers a project: instance keys, the
 * projects that they make, and the rate of reports that a project may have.
 */
import {
  createInstanceKeyService,
  type InstanceKeyParts,
  type InstanceKeyService,
} from '../engine/key/instance-key-service.ts';
import {
  createInstanceProjectService,
  type InstanceProjectParts,
  type InstanceProjectService,
} from '../engine/manage/instance-project-service.ts';
import { createReportRate, type ReportRate } from '../engine/report-rate.ts';

export interface OpenedInstance {
  readonly instanceKeys: InstanceKeyService;
  readonly instanceProjects: InstanceProjectService;
  readonly reportRate: ReportRate;
}

export function openInstance(
  parts: Omit<InstanceProjectParts, 'onChange' | 'signingKeys'> &
    InstanceKeyParts & { readonly signingKeyService: InstanceProjectParts['signingKeys'] },
): OpenedInstance {
  const reportRate = createReportRate(parts);
  const onChange: InstanceProjectParts['onChange'] = (project) => reportRate.forget(project);
  return {
    instanceKeys: createInstanceKeyService(parts),
    instanceProjects: createInstanceProjectService({
      ...parts,
      signingKeys: parts.signingKeyService,
      onChange,
    }),
    reportRate,
  };
}
