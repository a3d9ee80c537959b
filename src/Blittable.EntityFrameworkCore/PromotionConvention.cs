using Microsoft.EntityFrameworkCore.Metadata.Builders;
using Microsoft.EntityFrameworkCore.Metadata.Conventions;
using Microsoft.EntityFrameworkCore.Metadata.Conventions.Infrastructure;

namespace Blittable.EntityFrameworkCore;

/// <summary>Marks a model to indicate that promoted properties are computed, and validates these properties when the model is finalized.</summary>
internal sealed class PromotionConvention : IModelInitializedConvention, IModelFinalizingConvention
{
    /// <summary>The name of the annotation of a model that is being built. The finalized model lacks it, so migrations do not store it.</summary>
    public const string Registered = "Blittable:Registered";

    public void ProcessModelInitialized(IConventionModelBuilder modelBuilder, IConventionContext<IConventionModelBuilder> context) =>
        modelBuilder.HasAnnotation(Registered, true);

    /// <exception cref="InvalidOperationException">A property is promoted from a property that is not a document.</exception>
    public void ProcessModelFinalizing(IConventionModelBuilder modelBuilder, IConventionContext<IConventionModelBuilder> context)
    {
        modelBuilder.HasNoAnnotation(Registered);
        foreach (var property in modelBuilder.Metadata.GetEntityTypes().SelectMany(entity => entity.GetDeclaredProperties()))
        {
            if (property.FindAnnotation(PromotedProperty.Annotation)?.Value is string text
                && property.DeclaringType.FindProperty(PromotedProperty.Parse(text).Document)?.ClrType != typeof(BlittableDocument))
            {
                throw new InvalidOperationException(
                    $"The property {property.DeclaringType.DisplayName()}.{property.Name} is promoted from '{PromotedProperty.Parse(text).Document}', which is not a property of type {nameof(BlittableDocument)}.");
            }
        }
    }

    internal sealed class Plugin : IConventionSetPlugin
    {
        public ConventionSet ModifyConventions(ConventionSet conventionSet)
        {
            var convention = new PromotionConvention();
            conventionSet.ModelInitializedConventions.Add(convention);
            conventionSet.ModelFinalizingConventions.Add(convention);
            return conventionSet;
        }
    }
}
