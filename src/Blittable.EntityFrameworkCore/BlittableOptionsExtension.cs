using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata.Conventions.Infrastructure;
using Microsoft.EntityFrameworkCore.Query;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.EntityFrameworkCore;

/// <summary>Registers the services of <c>UseBlittable</c>.</summary>
internal sealed class BlittableOptionsExtension : IDbContextOptionsExtension
{
    private ExtensionInfo? _info;

    public DbContextOptionsExtensionInfo Info => _info ??= new ExtensionInfo(this);

    public void ApplyServices(IServiceCollection services) => new EntityFrameworkRelationalServicesBuilder(services)
        .TryAdd<IConventionSetPlugin, PromotionConvention.Plugin>()
        .TryAdd<IMethodCallTranslatorPlugin, DocumentFunctionTranslator.Plugin>();

    public void Validate(IDbContextOptions options)
    {
    }

    private sealed class ExtensionInfo(IDbContextOptionsExtension extension) : DbContextOptionsExtensionInfo(extension)
    {
        public override bool IsDatabaseProvider => false;

        public override string LogFragment => "using Blittable ";

        public override int GetServiceProviderHashCode() => 0;

        public override bool ShouldUseSameServiceProvider(DbContextOptionsExtensionInfo other) => other is ExtensionInfo;

        public override void PopulateDebugInfo(IDictionary<string, string> debugInfo) => debugInfo["Blittable"] = "1";
    }
}
