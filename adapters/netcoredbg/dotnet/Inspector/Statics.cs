using System;
using System.Reflection;
using System.Runtime.InteropServices;

namespace Dapplex
{
    /// <summary>
    /// Whether a static field can be read without running the initializer of its type. The runtime keeps a flag for that;
    /// where its place is not known (before .NET 9) only types that have no initializer are read.
    /// </summary>
    internal static unsafe class Statics
    {
        private const uint ClassInitialized = 1;

        private static readonly int AuxiliaryOffset = FindOffset();

        public static bool CanRead(FieldInfo field)
        {
            var type = field.DeclaringType!;
            if (field.IsLiteral) return true;
            if (type.ContainsGenericParameters) return false;
            if (type.TypeInitializer == null) return true;
            if (AuxiliaryOffset < 0) return false;
            var auxiliary = *(uint**)((byte*)type.TypeHandle.Value + AuxiliaryOffset);
            return auxiliary != null && (*auxiliary & ClassInitialized) != 0;
        }

        private static int FindOffset()
        {
            var core = typeof(object).Assembly;
            var flags = core.GetType("System.Runtime.CompilerServices.MethodTableAuxiliaryData");
            var field = core.GetType("System.Runtime.CompilerServices.MethodTable")?.GetField("AuxiliaryData", BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);
            var offset = field?.GetCustomAttribute<FieldOffsetAttribute>();
            return flags == null || offset == null ? -1 : offset.Value;
        }
    }
}
