/**
 * The hand-written texts of the OpenAPI document about issues, bulk jobs, replays and overviews:
 * part of `example.ts`, and tested with it.
 */
import type { Described } from './described.ts';

const AT = '2026-11-20T11:19:00.125Z';

export const OPERATOR_DESCRIBED: Readonly<Record<string, Described>> = {
  replayDelivery: { success: 'The new delivery, linked to the one that it repeats' },
  replayCall: {
    success: 'The new deliveries, in the order in which they go',
    request: { triggers: ['OUTBOUND_CALL_COMPLETED'] },
  },
  skipLaneHead: {
    success: 'What was given up, and what heads the lane now',
    request: { reason: 'The receiver hangs on this one.' },
  },
  createBulkJob: {
    success: 'The job; it goes on by itself',
    request: { action: 'retry', filter: { state: ['exhausted'], from: '2026-11-20T00:00:00Z' } },
    answer: {
      id: 'blk_01M7WRXSYE000000009',
      action: 'retry',
      state: 'queued',
      matched: 0,
      matchedExact: true,
      done: 0,
      skipped: 0,
      failed: 0,
      filter: { state: ['exhausted'], from: '2026-11-20T00:00:00Z' },
      ids: null,
      reason: null,
      createdBy: 'key_01M7WRXSYE000000003',
      createdAt: AT,
      startedAt: null,
      endedAt: null,
    },
  },
  previewCall: {
    success: 'Headers and body as they would be sent',
    request: { kind: 'custom', trigger: 'OUTBOUND_CALL_CALLING' },
  },
  sendDeliveryToInbox: { success: 'How the inbox took it, and its item there' },
  previewBulkJob: {
    success: 'Number of deliveries',
    request: { action: 'retry', filter: { state: ['exhausted'] } },
    answer: { matched: 0, matchedExact: true, endpoints: 0 },
  },
  createErasure: {
    success: 'The erasure; it goes on by itself',
    request: { number: '+49 151 2345678', reason: 'Asked by mail' },
    answer: {
      id: 'blk_01M7WRXSYE000000009',
      state: 'queued',
      subject: 'number',
      value: '491512345678',
      removed: {
        calls: 0,
        reports: 0,
        firings: 0,
        deliveries: 0,
        attempts: 0,
        callLogs: 0,
        runs: 0,
        results: 0,
        sourceRequests: 0,
      },
      reason: 'Asked by mail',
      askedBy: 'key_01M7WRXSYE000000003',
      createdAt: AT,
      startedAt: null,
      endedAt: null,
    },
  },
  getErasure: { success: 'The receipt as it is now' },
  listBulkJobs: { success: 'A page of bulk jobs' },
  getBulkJob: { success: 'The job as it is now' },
  listBulkItems: { success: 'A page of its deliveries, in the order in which they were done' },
  abortBulkJob: { success: 'The job, ended' },
  listIssues: { success: 'A page of issues' },
  getIssue: { success: 'The issue' },
  updateIssue: {
    success: 'The issue as it is now',
    request: { status: 'acknowledged', note: 'The receiver is being moved.' },
  },
  listAlerts: { success: 'A page of alerts' },
  getAlert: { success: 'The alert' },
  updateAlert: {
    success: 'The alert as it is now',
    request: { acknowledged: true, note: 'The receiver is being moved.' },
  },
  listMaintenanceWindows: { success: 'A page of maintenance windows' },
  createMaintenanceWindow: {
    success: 'The window',
    request: { until: '2026-11-20T14:00:00.000Z', note: 'The receivers move.' },
  },
  deleteMaintenanceWindow: { success: 'Removed' },
  getEndpointStats: { success: 'Figures of each endpoint' },
  getCallStats: { success: 'Calls of each step and in all' },
  getBacklogStats: { success: 'The backlog of each step, as it was seen' },
  getAcwRunStats: { success: 'Runs of each step and in all' },
  getEvaluationStats: { success: 'Scores of each step and in all, and what failed most' },
};
