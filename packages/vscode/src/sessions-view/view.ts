import * as vscode from 'vscode'
import type { DaemonLink } from '../daemon/daemon-link.js'
import type { SessionRow } from '../daemon/session-rows.js'
import { windowName } from '../window/settings.js'
import { sessionTree, showClient, showSession, type Node, type Shown, type Standing } from './session-tree.js'

export interface ViewOptions {
  readonly link: DaemonLink
  readonly standing: (session: SessionRow) => Standing
  /** Tells of news that are not in the picture of the daemon: joined sessions, control. */
  readonly onNews: (listener: () => void) => vscode.Disposable
}

/** The view `Dapplex Sessions`. */
export function sessionsView({ link, standing, onNews }: ViewOptions): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>()
  const provider: vscode.TreeDataProvider<Node> = {
    onDidChangeTreeData: changed.event,
    getChildren: (node) => {
      if (node === undefined) return [...sessionTree(link.picture.sessions)]
      return node.kind === 'session' ? [...node.children] : []
    },
    getTreeItem: (node) => treeItem(node, standing),
  }
  const view = vscode.window.createTreeView('dapplex.sessions', { treeDataProvider: provider })
  const show = (): void => {
    changed.fire(undefined)
    const stopped = link.picture.sessions.filter(({ state }) => state === 'stopped').length
    view.badge = stopped === 0 ? undefined : { value: stopped, tooltip: `${stopped} stopped` }
  }
  const listeners = [
    link.onChange.add(show),
    onNews(show),
    view.onDidChangeVisibility(({ visible }) => void (visible && link.look().then(() => link.refresh()))),
  ]
  return vscode.Disposable.from(view, changed, ...listeners)
}

function treeItem(node: Node, standing: ViewOptions['standing']): vscode.TreeItem {
  const shown =
    node.kind === 'session'
      ? showSession(node.session, standing(node.session))
      : showClient(node.client, node.client.name === windowName() && node.client.kind === 'editor')
  const isOpen = node.kind === 'session' && node.children.length > 0
  const { None, Expanded } = vscode.TreeItemCollapsibleState
  const item = new vscode.TreeItem(shown.label, isOpen ? Expanded : None)
  item.id = node.kind === 'session' ? node.session.session_id : `${node.session.session_id}/${node.client.client_id}`
  return Object.assign(item, partsOf(shown))
}

const partsOf = ({ description, tooltip, icon, context }: Shown): Partial<vscode.TreeItem> => ({
  description,
  tooltip,
  iconPath: new vscode.ThemeIcon(icon),
  contextValue: context,
})
