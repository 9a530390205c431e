import * as vscode from 'vscode'
import { TYPE } from '../configuration/configuration.js'
import { conditionText, readForeignBreakpoints, type ForeignBreakpoint } from './foreign-breakpoints.js'

/**
 * Shows the breakpoints of the other clients in the gutter. They stay theirs: a decoration is no breakpoint of VS Code, which
 * would set it once more for this window.
 */
export function foreignDecorations(extension: vscode.Uri): vscode.Disposable {
  const bySession = new Map<string, readonly ForeignBreakpoint[]>()
  const style = vscode.window.createTextEditorDecorationType({
    gutterIconPath: vscode.Uri.joinPath(extension, 'media', 'foreign-breakpoint.svg'),
    gutterIconSize: 'contain',
    overviewRulerColor: new vscode.ThemeColor('debugIcon.breakpointDisabledForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
    after: { margin: '0 0 0 3em', color: new vscode.ThemeColor('editorCodeLens.foreground') },
    isWholeLine: true,
  })
  const all = (): readonly ForeignBreakpoint[] => [...bySession.values()].flat()
  const show = (editors: readonly vscode.TextEditor[]): void => {
    for (const editor of editors) editor.setDecorations(style, decorationsOf(editor.document, all()))
  }
  const showAll = (): void => show(vscode.window.visibleTextEditors)
  return vscode.Disposable.from(
    style,
    vscode.debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
      if (session.type !== TYPE || event !== 'dapplex_breakpoints') return
      bySession.set(session.id, readForeignBreakpoints(body))
      showAll()
    }),
    vscode.debug.onDidTerminateDebugSession(({ id }) => {
      if (bySession.delete(id)) showAll()
    }),
    vscode.window.onDidChangeVisibleTextEditors(show),
    vscode.commands.registerCommand('dapplex.adoptBreakpoint', (place?: unknown) => adopt(all(), lineOf(place))),
  )
}

function decorationsOf(document: vscode.TextDocument, all: readonly ForeignBreakpoint[]): vscode.DecorationOptions[] {
  const path = document.uri.fsPath
  return all
    .filter((one) => one.path === path && one.line <= document.lineCount)
    .map((one) => {
      const condition = conditionText(one)
      const hover = new vscode.MarkdownString(undefined, true)
      hover.isTrusted = { enabledCommands: ['dapplex.adoptBreakpoint'] }
      hover.appendMarkdown('$(debug-breakpoint) Breakpoint of ').appendText(one.owner)
      if (condition !== '') hover.appendMarkdown('  \n').appendText(condition)
      const place = encodeURIComponent(JSON.stringify([{ path: one.path, line: one.line }]))
      hover.appendMarkdown(`  \n[Adopt it](command:dapplex.adoptBreakpoint?${place} "Set it for yourself too")`)
      const contentText = condition === '' ? one.owner : `${one.owner}: ${condition}`
      return {
        range: document.lineAt(one.line - 1).range,
        hoverMessage: hover,
        renderOptions: { after: { contentText } },
      }
    })
}

interface Place {
  readonly path: string
  readonly line: number
}

/** Where the command was called: the hover gives a path, the menu of the line numbers a URI, the palette nothing. */
function lineOf(place: unknown): Place | undefined {
  const { path, line, uri, lineNumber } = Object(place) as Record<string, unknown>
  if (typeof path === 'string' && typeof line === 'number') return { path, line }
  if (uri instanceof vscode.Uri && typeof lineNumber === 'number') return { path: uri.fsPath, line: lineNumber }
  const editor = vscode.window.activeTextEditor
  return editor === undefined ? undefined : { path: editor.document.uri.fsPath, line: editor.selection.active.line + 1 }
}

/** Sets the breakpoint for this window too, with its condition. The other client keeps its own. */
async function adopt(all: readonly ForeignBreakpoint[], place: Place | undefined): Promise<void> {
  const here = all.find(({ path, line }) => path === place?.path && line === place.line)
  const chosen = here ?? (await ask(all))
  if (chosen === undefined) return
  const location = new vscode.Location(vscode.Uri.file(chosen.path), new vscode.Position(chosen.line - 1, 0))
  const { condition, hitCondition, logMessage } = chosen
  vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(location, true, condition, hitCondition, logMessage)])
}

async function ask(all: readonly ForeignBreakpoint[]): Promise<ForeignBreakpoint | undefined> {
  if (all.length === 0) {
    void vscode.window.showInformationMessage('No other client has a breakpoint in this session.')
    return undefined
  }
  const items = all.map((breakpoint) => ({
    label: `${vscode.workspace.asRelativePath(breakpoint.path)}:${breakpoint.line}`,
    description: breakpoint.owner,
    detail: conditionText(breakpoint),
    breakpoint,
  }))
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: 'Which breakpoint do you want to set for yourself too?',
  })
  return picked?.breakpoint
}
